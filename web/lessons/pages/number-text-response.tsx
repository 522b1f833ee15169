import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { numberTextResponse as type } from '../../../contract/pages/number-text-response.ts'
import { MIN_TEXT } from '../../../contract/pages/page-type.ts'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageProps, PageScreen } from '../page-screen.ts'
import { Slider } from './slider.tsx'
import { TextBox } from './text-box.tsx'

type Draft = [number: string, text: string]

export const numberTextResponse: PageScreen<Draft> = { type, Content: NumberTextResponse }

function NumberTextResponse({ page, draft: [number, text], setDraft }: PageProps<Draft>) {
  const t = useTranslations('lesson')
  const id = useId()
  return (
    <>
      <PageHead page={page} className="question" />
      <Slider page={page} value={number} onChange={value => setDraft([value, text])} />
      <div className="field">
        <label htmlFor={id}>
          <InterfaceText>{t('answer')}</InterfaceText>
        </label>
        <p className="meta" id={`${id}-least`}>
          <InterfaceText>{t('atLeast', { count: MIN_TEXT })}</InterfaceText>
        </p>
        <TextBox
          page={page}
          id={id}
          describedBy={`${id}-least`}
          value={text}
          onChange={value => setDraft([number, value])}
        />
      </div>
    </>
  )
}
