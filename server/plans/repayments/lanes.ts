/** While one lane prepares its next chunk, the database works on another's. */
export const lanes = 2

/**
 * Runs the same work in several lanes: each claims rows that no other has, as another process would. Returns the total,
 * once all lanes have ended.
 */
export async function inLanes(work: () => Promise<number>): Promise<number> {
  const ends = await Promise.allSettled(Array.from({ length: lanes }, work))
  let all = 0
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason
    all += end.value
  }
  return all
}
