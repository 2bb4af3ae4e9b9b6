import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { StaffRole } from '#domain/staff.ts'
import { mobileOf } from '#tools/demo/people.ts'
import { newStaffSession } from './new-session.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

/** The demo's people, one for each role. */
export const deskStaff: Record<StaffRole, string> = {
  support: 'staff.support@demo.example',
  operations: 'staff.ops@demo.example',
  admin: 'staff.admin@demo.example',
}

export type Colleague = { email: string; mobile: string; name: string }

/** One of our people who belongs to this journey alone: what happens to their session or role happens to no other. */
export async function newColleague(role: StaffRole): Promise<Colleague> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@larkwell.example`
  const person = { email, mobile: mobileOf('AU', email), name: `Robin ${id.slice(0, 4)}` }
  await rows(
    `insert into staff (id, email, name, role, mobile_e164, status, created_at)
     values ($1, $2, $3, $4, $5, 'Active', now())`,
    [id, person.email, person.name, role, person.mobile],
  )
  return person
}

/** Starts a journey at the desk, in a session made by the server's own code. */
export async function openDesk(page: Page, role: StaffRole, path = ''): Promise<void> {
  await openDeskAs(page, { email: deskStaff[role] }, path)
}

export async function openDeskAs(page: Page, { email }: Pick<Colleague, 'email'>, path = ''): Promise<void> {
  await page.context().addCookies([
    {
      name: 'larkwell-staff',
      value: await newStaffSession(email),
      url: `${addresses().portal}/api/staff`,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
  await page.goto(`/desk${path}`)
}

export const endSessionsOf = ({ email }: Colleague) =>
  rows(
    'update staff_session set ended_at = now() where ended_at is null and staff_id = (select id from staff where email = $1)',
    [email],
  )

/** What is too wide moves in a box of its own, never the page. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
