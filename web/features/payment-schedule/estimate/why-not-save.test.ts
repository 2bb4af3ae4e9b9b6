import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { emptyForm, type PlanForm } from '../plan-form.ts'
import { saidOfLastSave } from './plan-saver.ts'
import type { LivePlan } from '../use-live-plan.ts'
import { whyNotSave } from './why-not-save.ts'

const complete: PlanForm = { ...emptyForm(2027), startDate: '2027-01-22', count: 24 }
const plan = { planYear: 2027 } as PaymentPlan
const calculated = (kind: 'waiting' | 'confirmed'): LivePlan => ({ kind: 'plan', plan, check: { kind } })
const failed: LivePlan = { kind: 'plan', plan, check: { kind: 'failed', retry: () => {} } }
const refused = (fields: Record<string, string>, msg?: string): LivePlan => ({ kind: 'refused', fields, msg })

describe('a plan that cannot be saved', () => {
  it.each<[string, string | undefined, Partial<Parameters<typeof whyNotSave>[0]>]>([
    ['confirmed', undefined, {}],
    ['saved already', 'Your plan is saved. Change something to save it again.', { isSaved: true }],
    [
      'without a date',
      'Choose a first payment date to save your plan.',
      { form: { ...complete, startDate: null }, live: { kind: 'incomplete' } },
    ],
    [
      'without a length',
      'Choose a plan length to save your plan.',
      { form: { ...complete, count: 0 }, live: { kind: 'incomplete' } },
    ],
    [
      'wrong in a field',
      'Please correct what is marked to save your plan.',
      { live: refused({ 'paymentSchedule.startDate': 'First payment date must be …' }) },
    ],
    ['not possible at all', 'There is no plan to save yet.', { live: refused({}, 'No fees yet.') }],
    ['not confirmed yet', 'Checking the figures…', { live: calculated('waiting') }],
    ['not to be confirmed', 'We could not check these figures.', { live: failed }],
    ['saved by another', 'Choose which plan to keep.', { isOvertaken: true }],
    ['closed', 'Changes to this plan are closed.', { isClosed: true }],
  ])('says why, when it is %s: %s', (_, why, change) => {
    const standing = {
      isSaved: false,
      form: complete,
      live: calculated('confirmed'),
      isOvertaken: false,
      isClosed: false,
    }
    expect(whyNotSave({ ...standing, ...change })).toBe(why)
  })
})

describe('a plan that somebody else saved first', () => {
  const at = '2027-01-18T02:00:00.000Z'
  it.each([
    ['Staff', false, 'AU', 'Our team changed this plan on 18 January 2027 at 1:00 pm.'],
    ['Renewal', false, 'AU', 'This plan was renewed on 18 January 2027 at 1:00 pm.'],
    ['Customer', true, 'AU', 'You saved this plan in another window on 18 January 2027 at 1:00 pm.'],
    [
      'Customer',
      false,
      'UK',
      'Another person on this account saved this plan on 18 January 2027 at 2:00 am.',
    ],
  ] as const)('says who (%s, by you: %s) and when, in the time of %s', (by, byYou, region, text) => {
    const said = saidOfLastSave({ ...plan, lastSaved: { by, byYou, at } }, region)
    expect(said.replaceAll(' ', ' ')).toBe(text)
  })
})
