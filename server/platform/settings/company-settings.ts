import * as z from 'zod/mini'
import { settingFields, type SettingsChange } from '#contract/staff-company.ts'
import { flagsFor, type Flags } from '#domain/environment.ts'
import { defaultReminderDays } from '#domain/arrears.ts'
import { usualCareContacts, type CareContact } from '#domain/care.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import { surchargeCap } from '#domain/payment-methods/surcharges.ts'
import type { Region } from '#domain/region.ts'
import { usualDayEnds, usualTargets, type Promised } from '#domain/staff-queue.ts'
import type { PayoutAccount } from '#domain/withdrawals.ts'
import type { Config, LegalEntity } from '../config.ts'
import { isDatabaseUnavailable, type Db, type Transaction } from '../database/open.ts'
import { deleteSetting, listSettings, saveSetting } from './company-settings.store.ts'

export type SettingName = keyof SettingsChange
export const settingNames = Object.keys(settingFields) as SettingName[]
/** What an admin has set while the server is running; the rest of the configuration needs a restart. */
export type Stored = SettingsChange

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
  const { support, environment } = config
  const { payoutAccountAu } = stored
  return {
    brand: stored.brand ?? defaultBrand,
    support: {
      AU: {
        phone: stored.supportPhoneAu ?? support.AU.phone,
        email: stored.supportEmailAu ?? support.AU.email,
      },
      UK: {
        phone: stored.supportPhoneUk ?? support.UK.phone,
        email: stored.supportEmailUk ?? support.UK.email,
      },
    },
    legalEntity: config.legalEntity,
    termsUrl: stored.termsUrl ?? config.termsUrl,
    fundedTermsUrl: stored.fundedTermsUrl ?? config.fundedTermsUrl,
    privacyUrl: stored.privacyUrl ?? config.privacyUrl,
    flags: flagsFor(environment, {
      hideStatements: stored.hideStatements ?? config.hideStatements,
      hideEarlyPayments: stored.hideEarlyPayments ?? config.hideEarlyPayments,
      staffMayPay: stored.staffMayPay ?? config.staffMayPay,
      ...(typeof stored.uploadInvoices === 'boolean' && { uploadInvoices: stored.uploadInvoices }),
    }),
    requireTwoFactor: stored.requireTwoFactor ?? false,
    surchargeCap: { ...surchargeCap, AU: stored.surchargeCapAu ?? surchargeCap.AU },
    quietHours: stored.quietHours ?? config.quietHours,
    arrearsReminderDays: stored.arrearsReminderDays ?? [...defaultReminderDays],
    careContacts: {
      AU: stored.careContactsAu ?? usualCareContacts.AU,
      UK: stored.careContactsUk ?? usualCareContacts.UK,
    },
    queue: {
      targets: { ...usualTargets, ...stored.queueTargets },
      dayEnds: stored.deskDayEnds ?? usualDayEnds,
    },
    payoutAccount: payoutAccountAu
      ? { ...payoutAccountAu, bsb: payoutAccountAu.bsb.replace('-', '') }
      : undefined,
  }
}

/** What this version knows and can read; anything else is as if it was not set. */
export async function storedSettings(db: Db): Promise<Stored> {
  const rows = await listSettings(db)
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const { success, data } = z.safeParse(settingFields[name], rows[name])
      return success && data !== undefined ? [[name, data]] : []
    }),
  )
}

/** Null goes back to how the installation was configured. `forgetSettings` has to follow the transaction. */
export async function storeSetting(
  tx: Transaction,
  name: SettingName,
  value: SettingsChange[SettingName] | null,
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
