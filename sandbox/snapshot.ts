import { existsSync, readFileSync } from 'node:fs'
import type { Changes } from './changes.ts'
import { SandboxFailure } from './failure.ts'
import { replaceFile } from './file.ts'

/** A part of the sandbox whose content survives a restart. */
export type Kept = { save(): unknown; load(saved: unknown): void }

const format = 1
const pauseMs = 200
/** Writing a large snapshot takes long, so it is limited to a small part of the time. */
const writingShare = 20

/** Loads every part from the file, then writes the file soon after each change, and on `close`. */
export function keepSnapshot(path: string | undefined, parts: Record<string, Kept>, changes: Changes) {
  if (path === undefined) return { close() {} }
  if (existsSync(path)) load(path, parts)

  let timer: NodeJS.Timeout | undefined
  let lastMs = 0
  const write = () => {
    timer = undefined
    const started = performance.now()
    const saved = Object.entries(parts).map(([name, part]) => [name, part.save()])
    replaceFile(path, JSON.stringify({ format, ...Object.fromEntries(saved) }))
    lastMs = performance.now() - started
  }
  const stopListening = changes.listen((topic) => {
    if (topic === 'messages' || topic === 'faults' || topic === 'stripe') {
      timer ??= setTimeout(write, Math.max(pauseMs, lastMs * writingShare))
    }
  })
  return {
    close() {
      stopListening()
      clearTimeout(timer)
      write()
    },
  }
}

function load(path: string, parts: Record<string, Kept>): void {
  try {
    const saved = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    if (saved['format'] !== format) throw new Error(`its format is not ${format}`)
    for (const [name, part] of Object.entries(parts)) {
      if (saved[name] !== undefined) part.load(saved[name])
    }
  } catch (error) {
    throw new SandboxFailure(`${path} is not a snapshot of this sandbox; move it away to start empty.`, {
      cause: error,
    })
  }
}
