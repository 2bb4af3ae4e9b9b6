/** Does something with each of a list, so many at a time. */
export async function atOnce<Each>(
  count: number,
  list: Iterable<Each>,
  work: (each: Each) => Promise<unknown>,
): Promise<void> {
  // All workers share one iterator, so each takes the next.
  const all = [...list].values()
  const worker = async () => {
    for (const each of all) await work(each)
  }
  await Promise.all(Array.from({ length: count }, worker))
}
