"""The solitaire game of Nordkapp: how the automaton commands the Allies, a module a chapter of its rules."""
