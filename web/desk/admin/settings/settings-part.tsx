import { useState, type ReactNode } from 'react'
import type { CompanySettingsReply } from '#contract/staff-company.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useRead } from '../../foundation/read.ts'
import { useMay } from '../../foundation/session.ts'
import { Facts } from '../../ui/facts/facts.tsx'
import { count } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import { PayoutAccountField } from '../../money/payout-account-field.tsx'
import { ContactsField, HoursField, TargetsField } from './setting-fields.tsx'
import { nowOf, settingGroups, textOf, type Setting, type Value, type ValueOf } from './setting-list.ts'

/** What the company has decided. Only administrators change it; the others read it. */
export function SettingsPart() {
  const settings = useRead('GET /api/staff/settings', {})
  const isAdmin = useMay('admin')
  return (
    <Loaded query={settings} label="Loading the settings">
      {(found) => (isAdmin ? <SettingsForm settings={found} /> : <SettingsRead settings={found} />)}
    </Loaded>
  )
}

function SettingsRead({ settings }: { settings: CompanySettingsReply }) {
  return (
    <TwoPiles>
      {({ title, settings: list }) => (
        <Card key={title} title={title}>
          <Facts facts={list.map((setting) => [setting.label, nowOf(setting, settings)])} />
        </Card>
      )}
    </TwoPiles>
  )
}

type Group = (typeof settingGroups)[number]

function TwoPiles({ children }: { children: (group: Group) => ReactNode }) {
  return (
    <div className="duo duo--half">
      {[0, 1].map((side) => (
        <div key={side} className="pile">
          {settingGroups.filter((_, index) => index % 2 === side).map(children)}
        </div>
      ))}
    </div>
  )
}

function SettingsForm({ settings }: { settings: CompanySettingsReply }) {
  const [changes, setChanges] = useState<ReadonlyMap<Setting, Value | null>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const change = (setting: Setting, value: Value | null) => {
    const next = new Map(changes)
    if (JSON.stringify(value) === JSON.stringify(setting.valueOf(settings))) next.delete(setting)
    else next.set(setting, value)
    setChanges(next)
  }
  return (
    <>
      <TwoPiles>
        {({ title, settings: list }) => (
          <Card key={title} title={title}>
            <div className="stack stack--14">
              {list.map((setting) => (
                <SettingField
                  key={setting.name}
                  setting={setting}
                  value={changes.get(setting) ?? setting.valueOf(settings)}
                  placeholder={setting.shortened && nowOf(setting, settings)}
                  isSetHere={settings.changed.includes(setting.name)}
                  isGoingBack={changes.get(setting) === null}
                  onChange={(value) => change(setting, value)}
                />
              ))}
            </div>
          </Card>
        )}
      </TwoPiles>
      {changes.size > 0 && (
        <div className="card row row--between settings-bar">
          <span role="status">{count(changes.size, 'setting')} changed but not saved.</span>
          <span className="row">
            <Button look="secondary" onClick={() => setChanges(new Map())}>
              Discard
            </Button>
            <Button onClick={() => setSaving(true)}>Review and save</Button>
          </span>
        </div>
      )}
      {isSaving && (
        <SettingsDrawer
          settings={settings}
          changes={changes}
          onClose={() => setSaving(false)}
          onSaved={() => {
            setSaving(false)
            setChanges(new Map())
          }}
        />
      )}
    </>
  )
}

type SettingFieldProps = {
  setting: Setting
  value: Value
  placeholder: string | undefined
  isSetHere: boolean
  isGoingBack: boolean
  onChange: (value: Value | null) => void
}

function SettingField(props: SettingFieldProps) {
  const { setting, isSetHere, isGoingBack, onChange } = props
  const { label } = setting
  return (
    <div className="setting">
      <Input {...props} />
      {isGoingBack && <Badge tone="info">Resets to the default</Badge>}
      {isSetHere && !isGoingBack && (
        <Button look="borderless" size="small" isFlush onClick={() => onChange(null)}>
          Reset to default<span className="sr"> {label}</span>
        </Button>
      )}
    </div>
  )
}

function Input({ setting, value, placeholder, onChange }: SettingFieldProps) {
  const { label, hint, kind } = setting
  const texts = { label, ...(hint !== undefined && { hint }) }
  switch (kind) {
    case 'flag':
      return <Checkbox {...texts} isChecked={value === true} onChange={onChange} />
    case 'hours':
      return <HoursField label={label} value={value as ValueOf['hours']} onChange={onChange} />
    case 'contacts':
      return <ContactsField label={label} value={value as ValueOf['contacts']} onChange={onChange} />
    case 'targets':
      return <TargetsField label={label} value={value as ValueOf['targets']} onChange={onChange} />
    case 'account':
      return (
        <PayoutAccountField
          label={label}
          hint={`Now: ${placeholder ?? 'not set'}. ${hint ?? ''}`}
          value={value as ValueOf['account']}
          onChange={onChange}
        />
      )
    default:
      return (
        <TextInput
          {...texts}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(kind === 'number' && { inputMode: 'decimal' as const })}
        />
      )
  }
}
