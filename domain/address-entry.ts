/** A shorter text matches too much to be worth a search; screen and server agree on it. */
export const addressSearchMinLength = 3
