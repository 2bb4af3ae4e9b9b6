import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Table } from '../../../ui/table/table.tsx'
import '../../ui/table/table.css'

const columns = [{ title: 'Row' }, { title: 'Column' }, { title: 'In the file' }, { title: 'Problem' }]

export function ProblemTable({ result: { problems, problemCount } }: { result: ImportResult }) {
  return (
    <Card title="Problems by row" isFlush aside={<span className="xs muted">In file order</span>}>
      <Table look="dense" columns={columns}>
        {problems.map(({ line, column, cell, problem }) => (
          <tr key={`${line} ${column} ${problem}`}>
            <td className="num">{line}</td>
            <td>{column ?? <span className="muted">The file</span>}</td>
            <td className="mono">{cell === '' ? <span className="muted">Empty</span> : cell}</td>
            <td>{problem}</td>
          </tr>
        ))}
      </Table>
      {problemCount > problems.length && (
        <div className="tablefoot">
          <span>
            The first {problems.length} of {problemCount.toLocaleString('en-AU')} problems
          </span>
        </div>
      )}
    </Card>
  )
}
