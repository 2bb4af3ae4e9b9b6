import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { programOf } from './program.ts'

/** Tests only use this machine: the browser resolves no other host. */
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

/** Chromium without windows. The full one also renders its own UI, which doubles a journey's time. */
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
 * Finds or installs a browser: Playwright's own first, then the system's. On a build server the headless shell is
 * installed even if there is another browser; on a developer's machine nothing is installed without need.
 */
export function bringBrowser(say: (text: string) => void): string | undefined {
  const browser = findBrowser()
  const isLight =
    browser !== undefined && (browser === process.env.CHROMIUM || browser.endsWith(withoutWindows))
  if (isLight || (browser && !process.env.CI)) return browser
  say(browser ? `Fetching ${withoutWindows} …` : 'No Chromium here yet; installing one …')
  if (!browser) installPlaywrights()
  if (!browser && findBrowser()) return findBrowser()
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

/** Tries the package lists of the machine first, then updates them. If that hangs, the tests go on without. */
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
