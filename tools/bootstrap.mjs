// Plain JavaScript for any Node from 18 on: this file installs the pinned Node and the packages.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestNode = 24

/** Installs what is missing, then runs a TypeScript file of the project with Node 24 and our arguments. */
export async function runPinned(script) {
  if (!isInstalled()) await install()
  const node = findNode()
  const child = spawn(node, [join(project, script), ...process.argv.slice(2)], {
    cwd: project,
    env: { ...process.env, PATH: [join(project, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
    // The channel closes when we exit, even after kill -9, so that the child notices.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) whenNpmIsGone(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** On a signal npm ends only the shell between itself and us; the signal does not reach us. */
function whenNpmIsGone(react) {
  const before = npmAndShell()
  const look = () => {
    if (npmAndShell() === before) return
    clearInterval(timer)
    react()
  }
  const timer = setInterval(look, 500)
}

function npmAndShell() {
  const { ppid } = process
  try {
    const [, name, , parent] = readFileSync(`/proc/${ppid}/stat`, 'utf8').match(/^\d+ \((.*)\) (\S) (\d+)/)
    return /^(ba|da|a|z)?sh$/.test(name) ? `${ppid} of ${parent}` : String(ppid)
  } catch {
    return String(ppid)
  }
}

function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf(join('node_modules', '.package-lock.json'))
  if (!wanted || !found) return false
  const isSame = ([path, entry]) =>
    path === '' ||
    (path in found ? found[path].integrity === entry.integrity : entry.optional && !isForThisMachine(entry))
  return Object.entries(wanted).every(isSame) && Object.keys(found).every((path) => path in wanted)
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(project, lockfile), 'utf8')).packages
  } catch {
    return undefined
  }
}

function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes(ownLibc()))
}

function ownLibc() {
  return process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

async function install() {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  console.log('Installing packages (only the first time, and after they change) …')
  const [command, first] = npm()
  // `--loglevel=error` hides warnings that some tools need a newer Node: they get one.
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]
  const child = spawn(command, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && first.length === 0,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const isTerminal = process.stdout.isTTY === true
  const tick = setInterval(
    () => process.stdout.write(isTerminal ? `\r  ${seconds()} ` : `  still installing, ${seconds()}\n`),
    isTerminal ? 1_000 : 10_000,
  )
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  clearInterval(tick)
  if (isTerminal) process.stdout.write('\r')
  if (code === 0) return console.log(`  packages installed in ${seconds()}`)
  console.error(output.trim())
  stop(
    'Installing the packages failed; npm says why above. With the network back, run the same command again.',
  )
}

/** npm passes its own path when it runs us; otherwise we search the PATH. */
function npm() {
  const program = process.env.npm_execpath
  if (program && basename(program).startsWith('npm') && existsSync(program))
    return [process.execPath, [program]]
  return ['npm', []]
}

function findNode() {
  const { platform, arch } = process
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const pinned = join(project, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  // Tried once, because on a system without glibc the file exists but cannot run.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
  return stop(
    `Larkwell needs Node ${oldestNode} or newer here, and this is Node ${process.versions.node}. ` +
      `Install it from https://nodejs.org and run the same command again.`,
  )
}

function stop(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
