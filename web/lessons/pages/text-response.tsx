import { useTranslations } from 'use-intl'
import { PageHead } from '../page-head.tsx'
import type { PageProps, PageScreen } from '../page-screen.ts'
import { TextBox } from './text-box.tsx'

export const textResponse: PageScreen<string> = {
  Content: TextResponse,
  button: t => t('send'),
}

function TextResponse({ page, draft, setDraft }: PageProps<string>) {
  const t = useTranslations('lesson')
  return (
    <>
      <PageHead page={page} className="question" />
      <TextBox page={page} label={t('answer')} value={draft} onChange={setDraft} />
    </>
  )
}
