import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on every platform. */
const ticksPerSecond = 100

/** Seconds of processor time, user and system, that a process and everything below it have used so far. */
export function cpuSeconds(root: number): number {
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
export function machineSeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** What this process and a database have used since, in seconds, and how many cores other programs kept busy. */
export function costFromNow(databasePid: number) {
  const startedAt = performance.now()
  const used = () => {
    const { user, system } = process.cpuUsage()
    return { node: (user + system) / 1e6, database: cpuSeconds(databasePid), machine: machineSeconds() }
  }
  const before = used()
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const after = used()
    const node = after.node - before.node
    const database = after.database - before.database
    const others = after.machine - before.machine - node - database
    return { seconds, node, database, otherCores: Math.max(0, others / seconds) }
  }
}
