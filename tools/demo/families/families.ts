import type { DemoFamily } from './demo-family.ts'
import { deskFamilies } from './desk.ts'
import { documentFamilies } from './documents.ts'
import { guestFamilies } from './guests.ts'
import { logInFamilies } from './log-in.ts'
import { payNowFamilies } from './pay-now.ts'
import { paymentMethodFamilies } from './payment-methods.ts'
import { planFamilies } from './plans.ts'
import { productFamilies } from './products.ts'
import { scheduleFamilies } from './schedule.ts'
import { setUpFamilies } from './set-up.ts'
import { switchAndIdentityFamilies } from './switch-and-identity.ts'

/** Every demo family, by what it is about. */
export const familyGroups: { name: string; families: DemoFamily[] }[] = [
  { name: 'Log-in', families: logInFamilies },
  { name: 'Setting up', families: setUpFamilies },
  { name: 'Plans and renewal', families: planFamilies },
  { name: 'Products and profile', families: productFamilies },
  { name: 'Payment methods', families: paymentMethodFamilies },
  { name: 'Payment schedule', families: scheduleFamilies },
  { name: 'Instalments and identity', families: switchAndIdentityFamilies },
  { name: 'Statements and transactions', families: documentFamilies },
  { name: 'Payment by link', families: guestFamilies },
  { name: 'Early payment', families: payNowFamilies },
  { name: 'The desk', families: deskFamilies },
]

/** Whom to look at first. */
const showcaseLogIns = [
  'olivia',
  'harriet',
  'multi',
  'setup.schedule',
  'plan.failed',
  'renew.review',
  'pm.all',
  'sched.full',
  'switch.details',
  'id.rejected',
  'tx.many',
]
export const isShowcase = ({ email }: DemoFamily): boolean =>
  showcaseLogIns.some((login) => email === `${login}@demo.example`)

export const demoFamilies: DemoFamily[] = familyGroups.flatMap(({ families }) => families)
