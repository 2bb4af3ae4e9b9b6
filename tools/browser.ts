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

export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM, chromium.executablePath(), ...onPath()].find(
    (path) => path && existsSync(path),
  )
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Finds a browser or brings one: Playwright's own first, then the system's. */
export function bringBrowser(say: (text: string) => void): string | undefined {
  const found = findBrowser()
  if (found) return found
  say('No Chromium here yet; installing one …')
  spawnSync(process.execPath, [programOf('@playwright/test', 'playwright'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  const installed = findBrowser()
  if (installed || process.getuid?.() !== 0) return installed
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  return findBrowser()
}
