import { Page } from '../ui/page/page.tsx'

export function ChatPage() {
  return (
    <Page title="Chat" crumbs={[{ name: 'Chat' }]}>
      <p />
    </Page>
  )
}
