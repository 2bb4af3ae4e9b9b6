const tints = ['blue', 'pink', 'gold', 'iris', 'green'] as const

/** A student keeps one colour on the whole page, in any order. */
export function tintOf(name: string, students: readonly { name: string }[]): (typeof tints)[number] {
  const index = students.findIndex((student) => student.name === name)
  return tints[Math.max(0, index) % tints.length] ?? 'blue'
}
