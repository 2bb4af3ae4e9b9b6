import { Children, useState } from 'react'
import type { Compared } from '#contract/staff-review-page.ts'
import { Card } from '../../ui/card/card.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import '../../ui/table/table.css'
import '../ui/table/table.css'
import '../ui/change/change.css'

type Row = Compared['groups'][number]['rows'][number]

/** On file and asked for, side by side. What changes is tinted; what stays can be left out. */
export function Comparison({ compared }: { compared: Compared }) {
  const [isAllShown, setAllShown] = useState(true)
  const isShown = (row: Row) => isAllShown || row.isChanged || row.isTotal
  const groups = compared.groups.filter(({ rows }) => rows.some(isShown))
  return (
    <Card
      title="What changes"
      isFlush
      aside={<Checkbox label="Show unchanged lines" isChecked={isAllShown} onChange={setAllShown} />}
    >
      <div className="tablewrap">
        <table className="table table--dense change">
          <thead>
            <tr>
              <th scope="col" className="change__line">
                <span className="sr">Line</span>
              </th>
              <Head name={compared.onFile} detail={compared.onFileDetail} />
              <Head name={compared.askedFor} detail={compared.askedForDetail} />
              <th scope="col" className="right">
                Difference
              </th>
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr className="is-group">
                <th scope="rowgroup" colSpan={4}>
                  {title}
                </th>
              </tr>
              {Children.toArray(rows.filter(isShown).map((row) => <Line row={row} />))}
            </tbody>
          ))}
        </table>
      </div>
      {compared.sums !== null && (
        <div className="tablefoot num">
          <span>{compared.sums}</span>
        </div>
      )}
    </Card>
  )
}

function Head({ name, detail }: { name: string; detail: string | null }) {
  return (
    <th scope="col">
      {name} {detail !== null && <span className="subtle">· {detail}</span>}
    </th>
  )
}

function Line({ row }: { row: Row }) {
  const className = row.isTotal ? 'is-total' : row.isChanged ? 'is-changed' : undefined
  return (
    <tr className={className}>
      <th scope="row">
        {row.label}
        {row.isChanged && <span className="sr">, changed</span>}
      </th>
      <td className="num">{row.onFile ?? 'None'}</td>
      <td className="num">{row.askedFor ?? 'None'}</td>
      <td className="num">{row.difference}</td>
    </tr>
  )
}
