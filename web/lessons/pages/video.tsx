import { video as type } from '../../../contract/pages/video.ts'
import { PageHead } from '../page-head.tsx'
import type { PageScreen } from '../page-screen.ts'

export const video: PageScreen<undefined> = {
  type,
  Content: ({ page }) => <PageHead page={page} className="prose" />,
}
