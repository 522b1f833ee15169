import { use } from 'react'
import type { PageScreen } from './page-screen.ts'
import { pageScreenOf } from './pages/index.ts'

/** How pages of a type are shown; suspends while that is being fetched. */
export function usePageScreen(type = ''): PageScreen<unknown> {
  const screen = pageScreenOf(type)
  return 'load' in screen ? use(screen.load()) : screen
}
