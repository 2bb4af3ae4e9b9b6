import { escapeHtml as text } from '../http/html.ts'

type Reference = { $ref?: string }
type Operation = {
  summary: string
  tags: string[]
  parameters: (Reference & { name: string; in: string; required?: boolean })[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<
    string,
    Reference & { description?: string; content?: Record<string, { schema?: unknown }> }
  >
}

/** A page without scripts: headings to jump to, schemas to unfold. */
export function documentationPage(description: { paths: object }, source = '/api/openapi.json'): string {
  const paths = description.paths as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = Map.groupBy(operations, ({ path }) => groupOf(path))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Larkwell API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head>
<body><header><h1>Larkwell API</h1><p>${operations.length} operations. For programs: <a href="${source}">openapi.json</a>.
Money is in decimal currency units, dates are YYYY-MM-DD. Every refusal is <code>{code, msg, fields?}</code>, every reply carries
<code>X-Request-Id</code>.</p></header>
<nav aria-label="Groups"><ul>${[...groups.keys()].map((group) => `<li><a href="#${anchor(group)}">${text(group)}</a></li>`).join('')}</ul></nav>
<main>${[...groups].map(([group, members]) => `<section aria-labelledby="${anchor(group)}"><h2 id="${anchor(group)}">${text(group)}</h2>${members.map(operationHtml).join('')}</section>`).join('')}</main>
</body></html>`
}

function groupOf(path: string): string {
  if (path.startsWith('/api/auth/')) return 'Logging in'
  const staffNoun = /^\/api\/staff\/([\w-]+)/.exec(path)?.[1]
  if (staffNoun) return `Staff: ${staffNoun}`
  if (path.startsWith('/api/portal/guest/')) return 'Guests'
  if (path.startsWith('/api/portal/customer/account/')) return 'An account'
  return path.startsWith('/api/portal/customer/') ? 'A customer' : 'Everyone'
}

function operationHtml({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const parameters = operation.parameters.map((parameter) =>
    parameter.$ref
      ? `<li><code>${text(parameter.$ref)}</code></li>`
      : `<li><code>${text(parameter.name)}</code> in ${parameter.in}${parameter.required ? ', required' : ''}</li>`,
  )
  const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    unfold(`Request body (${type})`, schema),
  )
  const replies = Object.entries(operation.responses).map(([status, reply]) => {
    const schema = Object.values(reply.content ?? {})[0]?.schema
    return status === '200' && schema
      ? unfold('Reply 200', schema)
      : `<p><strong>${status}</strong> ${text(reply.description ?? reply.$ref ?? '')}</p>`
  })
  return `<article><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${text(path)}</code></h3>
<p>${text(operation.summary)} <em>(${operation.tags.join(', ')})</em></p><ul>${parameters.join('')}</ul>${body.join('')}${replies.join('')}</article>`
}

function unfold(title: string, schema: unknown): string {
  return `<details><summary>${text(title)}</summary><pre tabindex="0">${text(JSON.stringify(schema, null, 2))}</pre></details>`
}

const anchor = (group: string) => group.toLowerCase().replaceAll(/\W+/g, '-')
