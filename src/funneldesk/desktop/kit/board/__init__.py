"""Board: columns of cards, painted; selection and moves over all of them."""
