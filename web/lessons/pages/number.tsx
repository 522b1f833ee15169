import { number as type } from '../../../contract/pages/number.ts'
import { PageHead } from '../page-head.tsx'
import type { PageScreen } from '../page-screen.ts'
import { Slider } from './slider.tsx'

export const number: PageScreen<string> = {
  type,
  Content: ({ page, draft, setDraft }) => (
    <>
      <PageHead page={page} className="question" />
      <Slider page={page} value={draft} onChange={setDraft} />
    </>
  ),
}
