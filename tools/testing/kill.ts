import { readdirSync, readFileSync } from 'node:fs'

/** Kills processes and everything below them with SIGKILL, nothing gets to clean up. Linux only. */
export function killTree(...roots: number[]): void {
  signalTree('SIGKILL', ...roots)
}

export function signalTree(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT', ...roots: number[]): void {
  const doomed = new Set(roots)
  const parents = readParents()
  for (let before = 0; before !== doomed.size;) {
    before = doomed.size
    for (const [pid, parent] of parents) if (doomed.has(parent)) doomed.add(pid)
  }
  for (const pid of doomed) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended in between.
    }
  }
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const found = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))
      if (found) parents.set(Number(name), Number(found[1]))
    } catch {
      // It ended in between.
    }
  }
  return parents
}
