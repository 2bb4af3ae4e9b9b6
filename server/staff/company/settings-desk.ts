import type { HouseSettingsReply } from '#contract/staff-company.ts'
import type { Deps } from '../../deps.ts'
import {
  forgetSettings,
  settingNames,
  storedSettings,
  withStored,
  type SettingName,
} from '../../settings/house-settings.ts'
import { deleteSetting, saveSetting } from '../../settings/house-settings.store.ts'
import { houseId, recordDeed, type StaffDeed } from '../access/staff-audit.ts'

type SettingsDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export async function readHouseSettings({ db, config }: SettingsDeps): Promise<HouseSettingsReply> {
  const stored = await storedSettings(db)
  return { ...withStored(config, stored), changed: Object.keys(stored) }
}

export type SettingsChange = { [Name in SettingName]?: string | boolean | null }

/** Null goes back to how the installation was configured. */
export async function changeSettings(
  deps: SettingsDeps,
  deed: StaffDeed,
  change: SettingsChange,
): Promise<HouseSettingsReply> {
  await deps.db.transaction(async (tx) => {
    const before = await storedSettings(tx)
    const details: Record<string, string> = {}
    for (const name of settingNames) {
      const value = change[name]
      if (value === undefined) continue
      if (value === null) await deleteSetting(tx, name)
      else await saveSetting(tx, name, value)
      details[name] = `${String(before[name] ?? 'as configured')} → ${String(value ?? 'as configured')}`
    }
    await recordDeed(tx, deed, { subjectId: houseId, action: 'SettingsChanged', at: deps.clock(), details })
  })
  forgetSettings(deps.config)
  return readHouseSettings(deps)
}
