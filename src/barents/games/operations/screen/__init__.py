"""Operations on screen: views, words, the ships behind the pieces, and what is told at the end."""
