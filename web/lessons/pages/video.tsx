import { PageHead } from '../page-head.tsx'
import type { PageScreen } from '../page-screen.ts'

export const video: PageScreen<undefined> = {
  Content: ({ page }) => <PageHead page={page} className="prose" />,
  isDoneAtEnd: true,
}
