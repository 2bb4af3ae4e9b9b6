/** What was typed, by the names of the fields. None of them is for a file. */
export const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>
