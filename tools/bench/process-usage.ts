import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on every platform. */
const ticksPerSecond = 100

/** Seconds of processor time, user and system, that a process and everything below it have used so far. */
function cpuSeconds(root: number): number {
  const stats = readStats()
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true
    const parent = stats.get(pid)?.parent ?? 0
    return parent > 1 && isBelow(parent)
  }
  let sum = 0
  for (const [pid, { seconds }] of stats) if (isBelow(pid)) sum += seconds
  return sum
}

function readStats(): Map<number, { parent: number; seconds: number }> {
  const stats = new Map<number, { parent: number; seconds: number }>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      // Its own time and that of children that have ended.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      stats.set(Number(name), { parent: Number(fields[1]), seconds: ticks / ticksPerSecond })
    } catch {
      // It ended in between.
    }
  }
  return stats
}

export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Seconds of processor time that the whole machine has used so far. */
function machineSeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** What this process and others have used since, in seconds, and how many cores other programs kept busy. */
export function costFromNow<Name extends string>(pids: Record<Name, number>) {
  const startedAt = performance.now()
  const used = (): Record<Name | 'node' | 'machine', number> => {
    const { user, system } = process.cpuUsage()
    const others = Object.entries<number>(pids).map(([name, pid]) => [name, cpuSeconds(pid)])
    return { ...Object.fromEntries(others), node: (user + system) / 1e6, machine: machineSeconds() }
  }
  const before = used()
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const after = used()
    const costOf = (name: Name | 'node' | 'machine') => after[name] - before[name]
    const ours = (['node', ...Object.keys(pids)] as (Name | 'node')[]).reduce(
      (sum, name) => sum + costOf(name),
      0,
    )
    return { seconds, costOf, otherCores: Math.max(0, (costOf('machine') - ours) / seconds) }
  }
}
