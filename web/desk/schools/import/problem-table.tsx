import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import { DenseTable, type Column } from '../../ui/table/dense-table.tsx'

type Problem = ImportResult['problems'][number]

const columns: Column<Problem>[] = [
  { title: 'Row', className: 'num', render: ({ line }) => line },
  { title: 'Column', render: ({ column }) => column ?? <span className="muted">The file</span> },
  {
    title: 'In the file',
    className: 'mono',
    render: ({ cell }) => (cell === '' ? <span className="muted">Empty</span> : cell),
  },
  { title: 'Problem', render: ({ problem }) => problem },
]

export function ProblemTable({ result: { problems, problemCount } }: { result: ImportResult }) {
  return (
    <Card title="Problems by row" isFlush aside={<span className="xs muted">In file order</span>}>
      <DenseTable
        columns={columns}
        rows={problems}
        keyOf={({ line, column, problem }) => `${line} ${column} ${problem}`}
      />
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
