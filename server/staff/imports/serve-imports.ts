import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { importKinds as names, importQuery } from '#contract/staff-imports.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { csvMaxBytes } from '../../csv/csv.ts'
import { authenticateStaff } from '../access/staff-session.ts'
import { importFile, importKinds } from './import-file.ts'

/**
 * Files for imports come as they are, and are read while they come; the answer is a line of JSON for each step of the
 * way and one for the end. Neither fits the other calls, so this one is bound by itself.
 */
export async function serveImports(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
    scope.post(
      '/api/staff/imports/:kind',
      { bodyLimit: csvMaxBytes, compress: false },
      async (request, reply) => {
        const name = names.find((known) => known === (request.params as { kind: string }).kind)
        // Who calls is settled before anything is told of what there is.
        const staff = await authenticateStaff(
          deps,
          tokenOf(request),
          name === undefined ? 'support' : importKinds[name].role,
        )
        if (name === undefined) throw new Refusal('not_found')
        const query = importQuery.safeParse(request.query)
        if (!query.success) {
          const [issue] = query.error.issues
          throw new Refusal('invalid_request', {
            fields: { [issue?.path.join('.') ?? 'query']: issue?.message ?? '' },
          })
        }
        const { reason, dryRun, replace } = query.data
        const actor = { staff, reason, requestId: request.id }
        const upload = request.body as Readable
        const lines = new PassThrough()
        const tell = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
        // A file that is refused half-way is let run out, because hanging up would lose the answer.
        const work = importFile(deps, actor, name, upload.iterator({ destroyOnReturn: false }), {
          isRehearsal: dryRun,
          mayReplace: replace,
          onProgress: tell,
        })
        // The reply has begun by then, so that a fault is told by a line of it as well.
        void work
          .catch((error: unknown) => {
            request.log.error({ reqId: request.id, err: error }, 'an import failed')
            return { outcome: 'Failed' }
          })
          .then((result) => {
            upload.resume()
            tell(result)
            lines.end()
          })
        return reply.type('application/x-ndjson; charset=utf-8').send(lines)
      },
    )
  })
}

function tokenOf(request: FastifyRequest): string {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('unauthenticated')
  return token
}
