"""Accounts: who somebody is, ratings, and word that it is their move."""
