/** The name of a family for staff, from the last name of its first member. */
export const familyName = (lastName: string | null): string =>
  lastName === null ? 'Family without a name' : `${lastName} family`
