/**
 * What staff call a family: by the last names of its students, which is how schools and parents name it, or of its
 * members while it has no student. "Cole family", "Cole and Sharma family".
 */
export function familyName({
  students,
  members,
}: {
  students: readonly string[]
  members: readonly string[]
}): string {
  const names = [...new Set((students.length > 0 ? students : members).map((name) => name.trim()))].filter(
    Boolean,
  )
  const [first, second, ...others] = names
  if (first === undefined) return 'Family without a name'
  if (second === undefined) return `${first} family`
  return others.length === 0 ? `${first} and ${second} family` : `${first}, ${second} and others`
}
