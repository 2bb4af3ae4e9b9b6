/** What staff call a family: by the last name of who joined first. */
export const familyName = (lastName: string | null): string =>
  lastName === null ? 'Family without a name' : `${lastName} family`
