import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { programOf } from './program.ts'

/** The tests speak to this machine only: every other name is unknown to the browser. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Chromium without windows. The other one draws its own buttons for every page, which doubles a journey's time. */
const withoutWindows = 'chromium-headless-shell'

export function findBrowser(): string | undefined {
  const { CHROMIUM } = process.env
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const candidates = [CHROMIUM, ...onPath([withoutWindows]), chromium.executablePath(), ...onPath(names)]
  return candidates.find((path) => path && existsSync(path))
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * Finds a browser or brings one: Playwright's own first, then the system's. On a build server the one without windows
 * is worth fetching also where another one is there; on a person's machine nothing is installed without need.
 */
export function bringBrowser(say: (text: string) => void): string | undefined {
  const found = findBrowser()
  const isLight = found !== undefined && (found === process.env.CHROMIUM || found.endsWith(withoutWindows))
  if (isLight || (found && !process.env.CI)) return found
  say(found ? `Fetching ${withoutWindows} …` : 'No Chromium here yet; installing one …')
  if (!found) installPlaywrights()
  if (!found && findBrowser()) return findBrowser()
  if (process.getuid?.() === 0) {
    install(withoutWindows)
    if (!findBrowser()) install('chromium')
  }
  return findBrowser()
}

function installPlaywrights(): void {
  const program = programOf('@playwright/test', 'playwright')
  spawnSync(process.execPath, [program, 'install', 'chromium'], { stdio: 'inherit' })
}

/** By what the machine knows of packages already, and else by asking anew. Where that hangs, the tests go on without. */
function install(name: string): void {
  const options = {
    stdio: 'ignore',
    timeout: 180_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  const impatient = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  const attempt = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...impatient, name], options).status
  if (attempt() === 0) return
  spawnSync('apt-get', ['update', ...impatient], options)
  attempt()
}
