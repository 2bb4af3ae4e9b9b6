import type { CompanySettingsReply, SettingsChange } from '#contract/staff-company.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import {
  forgetSettings,
  settingNames,
  storeSetting,
  storedSettings,
  withStored,
} from '../../platform/settings/company-settings.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

export async function readCompanySettings({ db, config }: ReadDeps): Promise<CompanySettingsReply> {
  const stored = await storedSettings(db)
  const { queue, payoutAccount, ...settings } = withStored(config, stored)
  const account = payoutAccount && {
    bank: payoutAccount.bank,
    bsb: payoutAccount.bsb,
    ending: payoutAccount.accountNumber.slice(-4),
  }
  return {
    ...settings,
    payoutAccount: account ?? null,
    queueTargets: queue.targets,
    deskDayEnds: queue.dayEnds,
    changed: Object.keys(stored),
  }
}

/** Null restores the value of the installation's configuration. */
export async function changeSettings(
  deps: ReadDeps,
  actor: StaffActor,
  change: SettingsChange,
): Promise<CompanySettingsReply> {
  await deps.db.transaction(async (tx) => {
    const before = await storedSettings(tx)
    const details: Record<string, string> = {}
    for (const name of settingNames) {
      const value = change[name]
      if (value === undefined) continue
      await storeSetting(tx, name, value)
      details[name] = `${inWords(before[name])} → ${inWords(value)}`
    }
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'SettingsChanged',
      at: deps.clock(),
      details,
    })
  })
  forgetSettings(deps.config)
  return readCompanySettings(deps)
}

const inWords = (value: unknown) =>
  value === undefined || value === null
    ? 'as configured'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
