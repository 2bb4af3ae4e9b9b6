import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { productTypes, type ProductType } from '#domain/accounts.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { familyName } from './action.ts'
import { MemberField, memberOfAddress, optionsOf } from './fields.tsx'

type OpenAccountProps = { account: StaffAccount; given: URLSearchParams; onClose: () => void }

/** Another account for a member: at another school, or of another product. */
export function OpenAccount({ account, given: params, onClose }: OpenAccountProps) {
  const [, navigate] = useLocation()
  const schools = useRead('GET /api/staff/schools', {})
  const here = (schools.data ?? []).filter(({ region }) => region === account.region)
  const [customerId, setCustomerId] = useState(memberOfAddress(account, params))
  const [institutionId, setInstitutionId] = useState(account.institutionId)
  const [productType, setProductType] = useState<ProductType>(account.productType)
  // Of this drawer there is one account, also where the reply is lost and somebody presses again.
  const [accountId] = useState(() => crypto.randomUUID())
  return (
    <ReasonDrawer
      title="Open another account"
      lead={`${familyName(account)} · ${account.shortId}`}
      onClose={onClose}
      undo="Can be closed again."
      submitLabel="Open the account"
      isSubmitOff={here.length === 0}
      saysWhatIsMissing
      act={async (reason) => {
        const customerIds = [customerId]
        const made = await call('POST /api/staff/accounts', {
          body: { institutionId, productType, customerIds, accountId, reason: reason.trim() },
        })
        return `Account ${made.shortId} is open, ready to be set up.`
      }}
      onDone={() => navigate(`/families/${accountId}`)}
    >
      <div className="fields">
        <MemberField account={account} label="Customer" value={customerId} onChange={setCustomerId} />
        <Columns size={8}>
          <NativeSelect
            label="School"
            options={here.map(({ id, name }) => ({ value: id, label: name }))}
            value={institutionId}
            onChange={setInstitutionId}
          />
        </Columns>
        <Columns size={4}>
          <NativeSelect
            label="Product"
            options={optionsOf(productTypes)}
            value={productType}
            onChange={setProductType}
          />
        </Columns>
      </div>
      <Effect
        sentences={[
          'A new account with its own short ID. Nothing is collected until it is set up.',
          'This account stays as it is.',
        ]}
      />
    </ReasonDrawer>
  )
}
