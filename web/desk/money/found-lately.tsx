import { Link } from 'wouter'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { useRead } from '../api/read.ts'
import { money, moment } from '../ui/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import '../ui/lines/lines.css'

/** What colleagues have found, so that the next such slip is known. */
export function FoundLately() {
  const found = useRead('GET /api/staff/deposits/found', { query: { limit: '5' } })
  if (!found.data || found.data.length === 0) return null
  return (
    <div className="money-section">
      <h2>Found lately</h2>
      <ul className="lines lines--flush">
        {found.data.map((each) => (
          <li key={`${each.billerCode}/${each.bankReference}`}>
            <Kind icon={CheckIcon} tint="green" size="small" />
            <span className="lines__text">
              <b className="num">
                {money(each.amount, 'AUD')} →{' '}
                <Link className="linkplain" href={`/families/${each.accountId}`}>
                  {each.familyName ?? 'A'} family, {each.shortId}
                </Link>
              </b>
              <small>
                {each.reason && `“${each.reason}” `}
                {each.givenBy && `By ${each.givenBy}, `}
                {moment(each.givenAt)}
              </small>
            </span>
            <span />
          </li>
        ))}
      </ul>
    </div>
  )
}
