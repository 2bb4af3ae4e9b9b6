import { expect, type Page } from '@playwright/test'
import type { StaffRole } from '#domain/staff.ts'
import { newStaffSession } from './new-session.ts'
import { addresses } from './stack.ts'

/** The demo's people, one for each role. */
export const deskStaff: Record<StaffRole, string> = {
  support: 'staff.support@demo.example',
  operations: 'staff.ops@demo.example',
  admin: 'staff.admin@demo.example',
}

/** Starts a journey at the desk, in a session made by the server's own code. */
export async function openDesk(page: Page, role: StaffRole, path = ''): Promise<void> {
  await page.context().addCookies([
    {
      name: 'larkwell-staff',
      value: await newStaffSession(deskStaff[role]),
      url: `${addresses().portal}/api/staff`,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
  await page.goto(`/desk${path}`)
}

/** What is too wide moves in a box of its own, never the page. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
