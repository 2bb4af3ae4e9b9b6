import type { Account } from '#contract/accounts.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { ChevronRightIcon } from '../../ui/icon/chevron-right.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import './account-list.css'

const tints = ['glyph', 'glyph glyph--blue', 'glyph glyph--gold', 'glyph glyph--pink', 'glyph glyph--iris']

type AccountListProps = {
  accounts: readonly Account[]
  onChoose: (account: Account) => void
  isInactive?: boolean
}

export function AccountList({ accounts, onChoose, isInactive }: AccountListProps) {
  if (accounts.length === 0) return null
  return (
    <ul>
      {accounts.map((account, index) => (
        <li key={account.accountId}>
          <button type="button" className="card account" onClick={() => onChoose(account)}>
            <span className={isInactive ? 'glyph glyph--mute' : tints[index % tints.length]}>
              <SchoolIcon />
            </span>
            <b className="account__school">{account.institutionName}</b>
            <small className="account__product num">
              {account.product} · {account.shortId}
            </small>
            <span className="account__tag">
              {isInactive && <Badge>{account.status}</Badge>}
              {account.config.isSetupIncomplete && <Badge tone="caution">Finish setup</Badge>}
            </span>
            <span className="account__end">
              <ChevronRightIcon size="small" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
