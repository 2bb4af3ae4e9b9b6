import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { productTypes, type ProductType } from '#domain/accounts.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { familyName } from './action.ts'
import { Column, MemberField, memberGiven } from './fields.tsx'

type OpenAccountProps = { account: StaffAccount; given: URLSearchParams; onClose: () => void }

/** Another account for a member: at another school, or of another product. */
export function OpenAccount({ account, given, onClose }: OpenAccountProps) {
  const [, navigate] = useLocation()
  const schools = useRead('GET /api/staff/schools', {})
  const here = (schools.data ?? []).filter(({ region }) => region === account.region)
  const [customerId, setCustomerId] = useState(memberGiven(account, given))
  const [institutionId, setInstitutionId] = useState(account.institutionId)
  const [productType, setProductType] = useState<ProductType>(account.productType)
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  // Of this drawer there is one account, also where the reply is lost and somebody presses again.
  const [accountId] = useState(() => crypto.randomUUID())
  const open = useAction(async () => {
    const made = await call('POST /api/staff/accounts', {
      body: { institutionId, productType, customerIds: [customerId], accountId, reason: reason.trim() },
    })
    await refresh()
    navigate(`/families/${made.id}`)
    showDone(`Account ${made.shortId} is open, ready to be set up.`)
  })
  return (
    <Drawer
      title="Open another account"
      lead={`${familyName(account)} · ${account.shortId}`}
      onClose={onClose}
      undo="Can be closed again."
      submitLabel="Open the account"
      onSubmit={() => {
        setTried(true)
        if (reason.trim() !== '') void open.run()
      }}
      isBusy={open.isBusy}
      isSubmitOff={here.length === 0}
      failure={open.failure}
    >
      <div className="fields">
        <MemberField account={account} label="Customer" value={customerId} onChange={setCustomerId} />
        <Column size={8}>
          <NativeSelect
            label="School"
            options={here.map(({ id, name }) => ({ value: id, label: name }))}
            value={institutionId}
            onChange={setInstitutionId}
          />
        </Column>
        <Column size={4}>
          <NativeSelect
            label="Product"
            options={productTypes.map((value) => ({ value, label: value }))}
            value={productType}
            onChange={setProductType}
          />
        </Column>
      </div>
      <Effect
        sentences={[
          'A new account with its own short ID. Nothing is collected until it is set up.',
          'This account stays as it is.',
        ]}
      />
      <ReasonField
        value={reason}
        onChange={setReason}
        error={wasTried && reason.trim() === '' ? 'Field is required' : undefined}
      />
    </Drawer>
  )
}
