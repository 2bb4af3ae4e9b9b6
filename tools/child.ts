import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { inProject, projectDir } from './project.ts'

export type Env = Record<string, string | undefined>

export type Child = {
  name: string
  pid: number
  /** Resolves when the process has ended for any reason, with a sentence that says how. */
  ended: Promise<string>
  stop(): Promise<void>
}

const exitWithParent = pathToFileURL(inProject('tools', 'exit-with-parent.mjs')).href
const patienceMs = 10_000

/** A long-running part of the stack. Its output goes to `logFile`. */
export async function startChild(
  name: string,
  script: string,
  env: Env,
  logFile: string,
  args: string[] = [],
): Promise<Child> {
  const log = await open(logFile, 'w', 0o600)
  const child = spawn(process.execPath, ['--import', exitWithParent, script, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    // In its own process group, so that Ctrl-C reaches only us and we stop the parts in the right order.
    detached: true,
  })
  await log.close()
  const ended = new Promise<string>((end) => {
    child.once('error', (error) => end(`${name} could not be started: ${error.message}`))
    child.once('exit', (code, signal) => end(`${name} ended by itself (${signal ?? `exit code ${code}`})`))
  })
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(force)
    },
  }
}

/** Runs a script of the project to its end; shows its output only if it fails. */
export async function runScript(script: string, args: string[] = [], env: Env = {}): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()))
  }
  const how = await new Promise<string | undefined>((end) => {
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  if (how)
    throw new ProgramFailure(
      `${[relative(projectDir, resolve(projectDir, script)), ...args].join(' ')} failed (${how}):\n${output.trim()}`,
    )
}

export async function lastLines(logFile: string, count = 20): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-count).join('\n')
}
