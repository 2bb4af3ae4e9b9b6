// @ts-nocheck
// Copy to tools/bench/zz-look.mts (do not commit). node tools/bench/zz-look.mts <port> <role> <outdir> <path>... [--sizes=1440x900,390x844] [--dark] [--full]
import { chromium } from '@playwright/test'
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { bringBrowser, browserArgs } from '../browser.ts'
const args = process.argv.slice(2)
const flags = args.filter((a) => a.startsWith('--')), [port, role, out, ...paths] = args.filter((a) => !a.startsWith('--'))
const P = `http://localhost:${port}`, S = `http://localhost:${Number(port) + 9000}/_sandbox/api`
const email = { support: 'staff.support', operations: 'staff.ops', admin: 'staff.admin' }[role] + '@demo.example'
const kept = `/tmp/desk-cookie-${port}-${role}`
mkdirSync(out, { recursive: true })
async function cookie() {
  if (existsSync(kept)) {
    const c = readFileSync(kept, 'utf8')
    const r = await fetch(`${P}/api/staff/session`, { headers: { cookie: `larkwell-staff=${c}` } })
    if ((await r.json()).person) return c
  }
  const mark = (await (await fetch(`${S}/messages?limit=0`)).json()).lastSeq
  await fetch(`${P}/api/staff/log-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email }) })
  for (let i = 0; i < 40; i++) {
    const { messages } = await (await fetch(`${S}/messages?kind=sms&after=${mark}&wait=5000`)).json()
    for (const m of messages) if (m.code) {
      const r = await fetch(`${P}/api/staff/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, code: m.code }) })
      const c = /larkwell-staff=([^;]+)/.exec(r.headers.get('set-cookie') ?? '')?.[1]
      if (c) { writeFileSync(kept, c); return c }
    }
  }
  throw new Error('no code')
}
const value = await cookie()
const browser = await chromium.launch({ executablePath: bringBrowser(console.log), args: browserArgs })
const sizes = (flags.find((f) => f.startsWith('--sizes='))?.slice(8) ?? '1440x900').split(',').map((s) => s.split('x').map(Number))
for (const path of paths.length ? paths : ['']) for (const [width, height] of sizes) for (const scheme of flags.includes('--dark') ? ['light', 'dark'] : ['light']) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'larkwell-staff', value, url: `${P}/api/staff`, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(path, m.type(), m.text().slice(0, 300)))
  page.on('pageerror', (e) => console.log(path, 'PAGEERROR', e.message))
  await page.goto(`${P}/desk${path}`)
  await page.waitForTimeout(2500)
  const name = `${out}/desk${path.replace(/[^\w]+/g, '-').slice(0, 60)}-${width}${scheme === 'dark' ? '-dark' : ''}.png`
  await page.screenshot({ path: name, fullPage: flags.includes('--full') })
  console.log(name)
  await context.close()
}
await browser.close()
