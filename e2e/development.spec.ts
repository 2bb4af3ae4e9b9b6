import { join } from 'node:path'
import { servePages } from '#tools/develop.ts'
import { freePort } from '#tools/ports.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './journey.ts'
import { addresses, dataDir } from './stack.ts'

/** As `npm run dev` serves them. Nothing may be in the console: React says there what only development finds. */
test.describe('Pages from their sources', () => {
  let pages: Awaited<ReturnType<typeof servePages>>
  test.beforeAll(async () => {
    pages = await servePages(await freePort(), addresses().portal, join(dataDir, 'pages.log'))
  })
  test.afterAll(() => pages.stop())

  test('are the desk, on every path of it, with the mails that the server frames @long', async ({ page }) => {
    const isConnected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
    await openDesk(page, 'operations')
    await page.goto(`${pages.url}/desk`)
    await isConnected
    await expect(page.getByRole('region', { name: 'Waiting for a decision' })).toBeVisible()
    await page.goto(`${pages.url}/desk/admin/messages`)
    await page.getByRole('searchbox').fill('desk.contact@demo.example')
    await page.getByRole('button', { name: 'Dispute opened' }).first().click()
    const mail = page.frameLocator('iframe')
    await expect(mail.getByText('Your bank is looking into').first()).toBeVisible()
  })

  test('are the portal, and call the server @long', async ({ page }) => {
    await page.goto(`${pages.url}/login`)
    await page.getByLabel('Email address').fill('olivia@demo.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Enter code')).toBeVisible()
  })
})
