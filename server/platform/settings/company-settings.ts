import { flagsFor, type Flags } from '#domain/environment.ts'
import { defaultReminderDays, parseReminderDays } from '#domain/arrears.ts'
import { parseCareContacts, usualCareContacts, type CareContact } from '#domain/care.ts'
import { parseQuietHours, type QuietHours } from '#domain/quiet-hours.ts'
import { surchargeCap } from '#domain/payment-methods/surcharges.ts'
import type { Region } from '#domain/region.ts'
import { parseTargets, usualDayEnds, usualTargets, type Promised } from '#domain/staff-queue.ts'
import { parsePayoutAccount, type PayoutAccount } from '#domain/withdrawals.ts'
import type { Config, LegalEntity } from '../config.ts'
import { isDatabaseUnavailable, type Db, type Transaction } from '../database/open.ts'
import { deleteSetting, listSettings, saveSetting } from './company-settings.store.ts'

/** What an admin may set while the server is running; the rest of the configuration needs a restart. */
export const settingNames = [
  'brand',
  'supportPhoneAu',
  'supportPhoneUk',
  'supportEmailAu',
  'supportEmailUk',
  'termsUrl',
  'fundedTermsUrl',
  'privacyUrl',
  'uploadInvoices',
  'hideStatements',
  'hideEarlyPayments',
  'staffMayPay',
  'requireTwoFactor',
  'surchargeCapAu',
  'quietHours',
  'arrearsReminderDays',
  'careContactsAu',
  'careContactsUk',
  'queueTargets',
  'deskDayEnds',
  'payoutAccountAu',
] as const
export type SettingName = (typeof settingNames)[number]
export type Stored = Partial<Record<SettingName, string | boolean | number>>

export type CompanySettings = {
  brand: string
  support: Record<Region, { phone: string; email: string }>
  legalEntity: Record<Region, LegalEntity>
  termsUrl: string
  fundedTermsUrl: string
  privacyUrl: string
  flags: Flags
  /** Whether all staff need a second factor to log in. */
  requireTwoFactor: boolean
  /** The highest surcharge rate in percent that can be set. */
  surchargeCap: Record<Region, number>
  /** When nothing leaves that is not urgent, on the reader's clock. */
  quietHours: QuietHours
  /** On which days after it began a family is reminded of what is overdue; then staff are told. */
  arrearsReminderDays: number[]
  /** Who else helps a family that finds it hard to pay. */
  careContacts: Record<Region, CareContact[]>
  /** In what time staff mean to settle what waits for them. */
  queue: Promised
  /** The account that Australian payouts leave from; undefined while none is set. */
  payoutAccount: PayoutAccount | undefined
}

export const defaultBrand = 'Larkwell'

/** The configuration of the installation, overlaid by what an admin has set since. */
export function withStored(config: Config, stored: Stored): CompanySettings {
  const text = (name: SettingName, fallback: string) => (stored[name] as string | undefined) ?? fallback
  return {
    brand: text('brand', defaultBrand),
    support: {
      AU: {
        phone: text('supportPhoneAu', config.support.AU.phone),
        email: text('supportEmailAu', config.support.AU.email),
      },
      UK: {
        phone: text('supportPhoneUk', config.support.UK.phone),
        email: text('supportEmailUk', config.support.UK.email),
      },
    },
    legalEntity: config.legalEntity,
    termsUrl: text('termsUrl', config.termsUrl),
    fundedTermsUrl: text('fundedTermsUrl', config.fundedTermsUrl),
    privacyUrl: text('privacyUrl', config.privacyUrl),
    flags: flagsFor(config.environment, {
      hideStatements: (stored.hideStatements as boolean | undefined) ?? config.hideStatements,
      hideEarlyPayments: (stored.hideEarlyPayments as boolean | undefined) ?? config.hideEarlyPayments,
      staffMayPay: (stored.staffMayPay as boolean | undefined) ?? config.staffMayPay,
      ...(stored.uploadInvoices !== undefined && { uploadInvoices: stored.uploadInvoices as boolean }),
    }),
    requireTwoFactor: (stored.requireTwoFactor as boolean | undefined) ?? false,
    surchargeCap: { ...surchargeCap, AU: (stored.surchargeCapAu as number | undefined) ?? surchargeCap.AU },
    quietHours: parseQuietHours(text('quietHours', '')) ?? config.quietHours,
    arrearsReminderDays: parseReminderDays(text('arrearsReminderDays', '')) ?? [...defaultReminderDays],
    careContacts: {
      AU: parseCareContacts(text('careContactsAu', usualCareContacts.AU)) ?? [],
      UK: parseCareContacts(text('careContactsUk', usualCareContacts.UK)) ?? [],
    },
    queue: {
      targets: parseTargets(text('queueTargets', '')) ?? usualTargets,
      dayEnds: (stored.deskDayEnds as number | undefined) ?? usualDayEnds,
    },
    payoutAccount: parsePayoutAccount(text('payoutAccountAu', '')),
  }
}

export async function storedSettings(db: Db): Promise<Stored> {
  const rows = await listSettings(db)
  return Object.fromEntries(
    Object.entries(rows).filter(([name]) => settingNames.some((known) => known === name)),
  )
}

/** Null goes back to how the installation was configured. `forgetSettings` has to follow the transaction. */
export async function storeSetting(
  tx: Transaction,
  name: SettingName,
  value: string | boolean | number | null,
): Promise<void> {
  if (value === null) await deleteSetting(tx, name)
  else await saveSetting(tx, name, value)
}

/** Every page carries the settings, so they are cached. A change is visible everywhere after this time. */
const freshMs = 5_000
const known = new WeakMap<Config, { settings: CompanySettings; readAt: number }>()

export async function companySettings({ config, db }: { config: Config; db: Db }): Promise<CompanySettings> {
  const last = known.get(config)
  if (last && performance.now() - last.readAt < freshMs) return last.settings
  try {
    const settings = withStored(config, await storedSettings(db))
    known.set(config, { settings, readAt: performance.now() })
    return settings
  } catch (error) {
    // The portal's pages are served even while the database is down.
    if (isDatabaseUnavailable(error)) return last?.settings ?? withStored(config, {})
    throw error
  }
}

/** After a change, so that its author sees it at once. */
export function forgetSettings(config: Config): void {
  known.delete(config)
}
