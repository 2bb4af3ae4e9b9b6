import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { queryClient } from './api/queries.ts'
import { Frame } from './frame.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router base="/_sandbox">
        <Frame />
      </Router>
    </QueryClientProvider>
  )
}
