const tints = ['blue', 'pink', 'gold', 'iris', 'green'] as const

/** A student has one colour on the whole page, wherever and in whatever order the students are named. */
export function tintOf(name: string, students: readonly { name: string }[]): (typeof tints)[number] {
  const index = students.findIndex((student) => student.name === name)
  return tints[Math.max(0, index) % tints.length] ?? 'blue'
}
