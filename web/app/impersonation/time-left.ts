/** In whole minutes, rounded up, so that the last one is not "0 min". */
export function timeLeft(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 60_000))} min left.`
}
