import { customers } from './customers.ts'
import { expect, logIn, signInWithCode, stored, test } from './journey.ts'
import { addresses } from './stack.ts'

/** `{ 'script-src': ["'self'", …] }` */
function directivesOf(policy = ''): Record<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

test.describe('A browser is told to be careful', () => {
  test('on every page: nothing inline but its own, nothing from anywhere, framed by nobody', async ({
    request,
  }) => {
    for (const path of [
      '/login',
      '/login?email=a@b.example',
      '/',
      '/pay-now?request=x',
      '/404',
      // Not the file that the build has written, but what every unknown path gives.
      '/pages/index.html',
      '/api/settings',
    ]) {
      const headers = (await request.get(path)).headers()
      const policy = directivesOf(headers['content-security-policy'])
      const sources = Object.values(policy).flat()
      expect(
        sources.filter((source) => /unsafe|\*|^https?:$/.test(source)),
        path,
      ).toEqual([])
      expect(policy, path).toMatchObject({
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      })
      const { 'script-src': scripts = [], 'style-src': styles = [] } = policy
      // What is inside the page is known by its hash. Data may be an image or a glyph, and never something that runs.
      const isInline = (source: string) => source.startsWith("'sha256-")
      expect(
        styles.filter((source) => !isInline(source)),
        path,
      ).toEqual(path.startsWith('/api/') ? [] : ["'self'"])
      expect(scripts.filter(isInline).length, path).toBeLessThanOrEqual(2)
      expect(scripts, path).not.toContain('data:')
      expect(headers, path).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['cache-control'], path).toBe('no-store')
    }
  })

  test('by the files of a page too: they load nothing and are what they say', async ({ request }) => {
    const page = await (await request.get('/login')).text()
    const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? ['']
    const reply = await request.get(script)
    expect([reply.status(), reply.headers()]).toEqual([
      200,
      expect.objectContaining({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': expect.stringContaining('javascript'),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    ])
  })

  test('and is not shown in a frame of another page', async ({ page }) => {
    const { portal, sandbox } = addresses()
    const framing = `${sandbox}/framing`
    await page.route(framing, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${portal}/login"></iframe>` }),
    )
    const framed = () => page.frames().find((frame) => frame.parentFrame() !== null)
    await page.goto(framing)
    await expect.poll(() => framed()?.url()).toMatch(/^chrome-error:/)

    // It is our own headers that keep it out: without them the same page shows.
    await page.route(`${portal}/login`, async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replaceAll(/<script[^>]*src=[^>]*><\/script>/g, '')
      await route.fulfill({ contentType: 'text/html', body })
    })
    await page.goto(framing)
    await expect(page.frameLocator('iframe').getByLabel('Email address')).toBeVisible()
  })

  test('Pages that do something when they open are not drawn ahead of a visit', async ({ request }) => {
    for (const path of ['/login?token=x', '/login?email=a@b.example', '/login/?token=x', '/login/x?token=x'])
      for (const purpose of ['prefetch', 'prefetch;prerender']) {
        const reply = await request.get(path, { headers: { 'sec-purpose': purpose } })
        expect([path, reply.status()]).toEqual([path, 403])
      }
    expect((await request.get('/login', { headers: { 'sec-purpose': 'prefetch' } })).status()).toBe(200)
  })
})

test.describe('A visit', () => {
  test('talks to nobody but the portal, breaks no rule, and leaves nothing behind', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('olivia')
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== addresses().portal)
        elsewhere.push(request.url())
    })
    const broken: string[] = []
    await page.exposeFunction('ruleBroken', (rule: string) => broken.push(rule))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        void (globalThis as unknown as { ruleBroken(rule: string): Promise<void> }).ruleBroken(
          `${violatedDirective} ${blockedURI}`,
        )
      })
    })
    await logIn(page, inbox, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    const places = page.getByRole('navigation', { name: 'Main' }).locator('a[href^="/"]')
    for (let place = 0; place < (await places.count()); place += 1) {
      await places.nth(place).click()
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept)),
    )
    expect(kept.filter((key) => /token|accountId|withdrawal|payment/i.test(key))).toEqual([])
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(elsewhere).toEqual([])
    expect(broken).toEqual([])
  })

  test('that the server has ended ends once, however many calls are refused, and then asks nothing more @long', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('olivia')
    await signInWithCode(page, inbox, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    const authorization = `Bearer ${await stored(page, 'token')}`
    const ended = await page.request.post('/api/auth/customer/logout', { headers: { authorization } })
    expect(ended.status()).toBe(200)

    const visited: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname)
    })
    const asked: string[] = []
    await page.reload()
    await expect(page).toHaveURL(/\/login\?.*logoutReason=security/)
    await expect(page.getByText('You have been logged out for security reasons.')).toBeVisible()
    page.on('request', (request) => {
      if (request.headers()['authorization']) asked.push(request.url())
    })
    await page.getByLabel('Email address').focus()
    await page.waitForLoadState('networkidle')
    // The reload itself, and the way to the log-in.
    expect(visited.length).toBeLessThanOrEqual(3)
    expect(visited.filter((path) => path === '/login').length).toBeLessThanOrEqual(2)
    expect(asked).toEqual([])
    expect(await stored(page, 'token')).toBeNull()
  })
})
