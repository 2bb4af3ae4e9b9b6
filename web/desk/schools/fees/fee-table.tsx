import { useRef, useState, type KeyboardEvent } from 'react'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { count } from '../../foundation/format.ts'
import { draftProblems, tidied, valueOf, type DraftItem, type FeeDraft } from './fee-draft.ts'
import { forText, kindNames, nameText, taxText } from './fee-words.ts'
import type { FeeDraftState } from './use-fee-draft.ts'
import '../../../ui/table/table.css'
import '../../ui/table/table.css'
import '../cell-edit.css'

const shownAtFirst = 15

type FeeTableProps = {
  state: FeeDraftState
  base: FeeDraft | null
  isReadOnly: boolean
  onOpen: (item: DraftItem | 'new') => void
}

/** Amounts are edited in their cells. Enter goes down as in a spreadsheet. */
export function FeeTable({ state, base, isReadOnly, onOpen }: FeeTableProps) {
  const { items } = state.draft
  const [isWhole, setWhole] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const problems = draftProblems(state.draft)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  const gone = base?.items.filter(({ key }) => !items.some((item) => item.key === key)) ?? []

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const cells = [...(table.current?.querySelectorAll<HTMLInputElement>('.cell-edit') ?? [])]
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      cells[cells.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]?.focus()
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      state.takeBack()
    }
  }

  return (
    <Card
      title="Fees"
      isFlush
      aside={
        <span className="row fees__acts">
          {state.changes > 0 && !isReadOnly && (
            <Badge tone="caution">{`${state.changes} changed, not saved`}</Badge>
          )}
          {!isReadOnly && (
            <Button look="secondary" size="small" icon={PlusIcon} onClick={() => onOpen('new')}>
              Add a fee
            </Button>
          )}
        </span>
      }
    >
      <div className="tablewrap">
        <table className="table table--dense table--edit fees__table" ref={table}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">For</th>
              <th scope="col">Name</th>
              <th scope="col" className="right fees__amount">
                Amount
              </th>
              <th scope="col">Discounts</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <tr key={item.key}>
                <td className="muted">{kindNames[item.kind]}</td>
                <td>{forText(item)}</td>
                <td className="semibold">
                  {isReadOnly ? (
                    nameText(item)
                  ) : (
                    <LinkButton
                      aria-label={`Change ${nameText(item)}, ${forText(item)}`}
                      onClick={() => onOpen(item)}
                    >
                      {nameText(item)}
                    </LinkButton>
                  )}
                </td>
                <td className="right">
                  <AmountCell
                    item={item}
                    was={base?.items.find(({ key }) => key === item.key)}
                    isNew={base !== null && !base.items.some(({ key }) => key === item.key)}
                    problem={problems[item.key]}
                    isReadOnly={isReadOnly}
                    onChange={(amount) => state.setItem({ ...item, amount })}
                    onKeyDown={onKeyDown}
                  />
                </td>
                <td className="muted">{item.isDiscountable ? 'Apply' : 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {gone.length > 0 && (
        <p className="fees__gone xs muted">
          Removed: {gone.map((item) => `${nameText(item)}, ${forText(item)}`).join(' · ')}
        </p>
      )}
      <div className="tablefoot">
        <span>
          {shown.length < items.length
            ? `${shown.length} of ${count(items.length, 'fee')}`
            : count(items.length, 'fee')}{' '}
          · {taxText(items)}
        </span>
        {items.length > shownAtFirst && (
          <Button look="secondary" size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : 'Show all'}
          </Button>
        )}
      </div>
    </Card>
  )
}

type AmountCellProps = {
  item: DraftItem
  was: DraftItem | undefined
  isNew: boolean
  problem: string | undefined
  isReadOnly: boolean
  onChange: (amount: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

function AmountCell({ item, was, isNew, problem, isReadOnly, onChange, onKeyDown }: AmountCellProps) {
  const unit = item.isPercent ? '%' : ''
  if (isReadOnly) return <span className="num">{`${tidied(item)}${unit}`}</span>
  const isChanged = isNew || (was !== undefined && valueOf(item) !== valueOf(was))
  return (
    <>
      <input
        className={isChanged ? 'cell-edit is-changed' : 'cell-edit'}
        aria-label={`${item.isPercent ? 'Percentage' : 'Amount'} of ${nameText(item)}, ${forText(item)}`}
        aria-invalid={problem !== undefined}
        inputMode="decimal"
        value={item.amount}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => tidied(item) !== item.amount && onChange(tidied(item))}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problem ? (
        <span className="was is-late">{problem}</span>
      ) : (
        isChanged && <span className="was">{was ? `was ${was.amount}${unit}` : 'new'}</span>
      )}
    </>
  )
}
