import { zipped } from './testing.ts'

/** Files as other programs write them. */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom'), Buffer.alloc(40)])

export const markdown = `# Water

## Fresh water

Water that has boiled twice makes a flat tea.

> Let it boil **once**.

![A kettle](pictures/kettle.png)

How hot should it be?

- Warm
- **Boiling**
- Cold

## What is in your kettle?

- Lime
- Water

# Leaves

## Black and green

1. Black tea: *five* minutes
2. Green tea: two
`

const para = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const run = (text: string, properties = '') =>
  `<w:r><w:rPr><w:rtl/>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const item = '<w:pStyle w:val="a3"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
const words = (text: string) => para(run(text))

/** A file of Word. In an Arabic document, Word names the styles by numbers. */
export function word(): Promise<Buffer> {
  const drawing =
    '<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="يد تضغط"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>'
  const table =
    '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>الوقت</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>عشر دقائق</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
  const body = [
    para(run('الإسعافات الأوّليّة'), '<w:pStyle w:val="a4"/>'),
    para(run('الجروح'), '<w:pStyle w:val="1"/>'),
    para(run('الضغط أوّلًا', '<w:b/><w:bCs/>'), '<w:pStyle w:val="2"/>'),
    para(
      `${run('نضغط ')}${run('عشر ', '<w:bCs/>')}${run('دقائق', '<w:bCs/>')}<w:del><w:r><w:delText>ساعة</w:delText></w:r></w:del>${run(' ولا نرفع القماش. ')}<w:hyperlink r:id="rId6">${run('مزيد')}</w:hyperlink><w:r><w:footnoteReference w:id="1"/></w:r>`,
    ),
    para(drawing),
    para(run('قفّاز'), item),
    para(run('شاش'), item),
    table,
    words('ما أوّل ما نفعل؟'),
    para(run('الضغط', '<w:bCs/>'), item),
    para(run('الانتظار'), item),
    words(''),
  ]
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  return zipped({
    '[Content_Types].xml': `${xml}<Types/>`,
    'word/document.xml': `${xml}<w:document xmlns:w="w"><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
    'word/styles.xml': `${xml}<w:styles>${style('1', 'heading 1')}${style('2', 'heading 2')}${style('a3', 'List Paragraph')}${style('a4', 'Title')}</w:styles>`,
    'word/numbering.xml': `${xml}<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/_rels/document.xml.rels': `${xml}<Relationships>${relation('rId5', 'media/image1.png')}${relation('rId6', 'https://example.org/a')}</Relationships>`,
    'word/media/image1.png': PNG,
  })
}

const manyPairs = Array.from({ length: 13 }, (_, index) => `=country ${index} -> city ${index}`).join('\n')

/** The first questions are those of Moodle's documentation. */
export const gift = `// multiple choice
::Q1:: Who's buried in Grant's tomb?{
=Grant #Well remembered.
~no one #Somebody is.
~Napoleon
#### He is not in New York.
}

Grant is {~buried =entombed ~living} in Grant's tomb.

// true/false
::Q2:: Grant was buried in a tomb in New York City.{T#No, he is.#Yes.}

Who's buried in Grant's tomb?{=Grant =Ulysses S. Grant =Ulysses Grant}

Match the following countries with their capitals. {
=Canada -> Ottawa
=Italy  -> Rome
=Japan  -> Tokyo
}

When was Ulysses S. Grant born?{#1822:1}

What is the value of pi (to 3 decimal places)? {#3.141..3.142}

Write a short biography of Grant {}

You can use your pencil and paper.

::Too long:: Match them. {
${manyPairs}
}

::Broken:: What is this? { no sign }

$CATEGORY: $course$/top/الإسعاف/الجروح

::أوّلًا::[html]<p>ما أوّل ما نفعل \\= الآن؟</p>{
=الضغط\\: \\{عشر دقائق\\}
~الانتظار \\~ قليلًا
}

أيّ هذه في الحقيبة؟ {
~%50%شاش
~%50%قفّاز
~%-100%سكّر
}
`

const text = (html: string) => `<text><![CDATA[${html}]]></text>`
const question = (type: string, name: string, html: string, inner = '') => `
  <question type="${type}">
    <name><text>${name}</text></name>
    <questiontext format="html">${text(html)}${html.includes('@@') ? `<file name="kettle.png" path="/" encoding="base64">${PNG.toString('base64')}</file>` : ''}</questiontext>
    <defaultgrade>1.0000000</defaultgrade>
    ${inner}
  </question>`
const answer = (fraction: number, html: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html">${text(html)}<feedback format="html">${text(feedback)}</feedback></answer>`

export const moodleXml = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0  -->
  <question type="category"><category><text>$course$/top/Tea</text></category></question>
${question(
  'multichoice',
  'Hot',
  '<p>How <strong>hot</strong> should it be?</p><p><img src="@@PLUGINFILE@@/kettle.png" alt="A kettle" width="10"/></p>',
  `<generalfeedback format="html">${text('<p>Listen to it.</p>')}</generalfeedback><single>true</single>
   <correctfeedback format="html">${text('Your answer is correct.')}</correctfeedback>${answer(100, '<p>Boiling</p>', 'Yes.')}${answer(0, '<p>Warm &amp; wet</p>')}`,
)}
${question('multichoice', 'Kit', '<p dir="rtl">ما الذي نحتاج إليه؟</p>', `<single>false</single>${answer(50, 'ماء')}${answer(50, 'شاي')}${answer(-100, 'رمل')}`)}
${question('truefalse', 'Boils', '<p>الماء يغلي.</p>', `${answer(100, 'true')}${answer(0, 'false')}`)}
${question('matching', 'Pairs', '<p>Match</p>', ['Green', 'Black', ''].map((one, index) => `<subquestion format="html">${text(one)}<answer><text>${['Two minutes', 'Five minutes', 'Coffee'][index]}</text></answer></subquestion>`).join(''))}
${question('shortanswer', 'Name', '<p>Name one tea.</p>', `${answer(100, 'Assam')}`)}
${question('essay', 'Tell', '<p>Tell us.</p>')}
${question('numerical', 'Minutes', '<p>How many minutes?</p>', `<answer fraction="100"><text>5</text><tolerance>2</tolerance></answer><answer fraction="0"><text>*</text></answer>`)}
${question('description', 'Read', '<h3>Fresh water</h3><script>alert(1)</script><p onclick="alert(1)">It is best.</p>')}
${question('multianswer', 'Gaps', 'Fill {1:SHORTANSWER:=this}')}
</quiz>
`

const picture = '<img src="@@PLUGINFILE@@/kettle.png" alt="A flame">'
const pair = (prompt: string, word: string) =>
  `<subquestion format="html">${text(prompt)}<answer><text>${word}</text></answer></subquestion>`

/** Questions with more than a page can hold. */
export const moodleWithMore = `<quiz>
${question('essay', 'Burns', `<p>What burns? ${picture}</p>`)}
${question('matching', 'Pairs', '<p>Match them.</p>', `${pair(`Fire ${picture}`, 'Red')}${pair('Water', 'Blue')}`)}
${question('essay', 'Tell', '<p>Tell us.</p>', `<attachments>0</attachments><responsetemplate format="html">${text('<p>I saw</p>')}</responsetemplate>`)}
${question('essay', 'More', '<p>Tell more.</p>', `<attachments>0</attachments><responsetemplate format="html">${text('')}</responsetemplate>`)}
${question('truefalse', 'Square', '<p>Is \\(x^2\\) positive?</p>', `${answer(100, 'true', picture)}${answer(0, 'false')}`)}
</quiz>`

const of = (library: string, params: object, title = 'Untitled') => ({
  library,
  params,
  subContentId: '0',
  metadata: { contentType: library, license: 'U', title },
})

/** A file of H5P: a column with one content of each kind. */
export function h5p(): Promise<Buffer> {
  const content = [
    of('H5P.AdvancedText 1.1', { text: '<h2>Welcome</h2>\n<p>Read <em>this</em>.</p>' }),
    of('H5P.MultiChoice 1.16', {
      question: '<p>What comes first?</p>\n',
      media: {
        type: {
          library: 'H5P.Image 1.1',
          params: { file: { path: 'images/wound.png', mime: 'image/png' }, alt: 'A wound' },
        },
      },
      answers: [
        {
          correct: true,
          text: '<div>Pressure</div>\n',
          tipsAndFeedback: { tip: '', chosenFeedback: '<div>Right!</div>', notChosenFeedback: '' },
        },
        { correct: false, text: '<div>Water</div>\n', tipsAndFeedback: {} },
      ],
      behaviour: { type: 'auto' },
    }),
    of('H5P.MultiChoice 1.16', {
      question: '<p>What is in your kit?</p>',
      answers: [
        { correct: true, text: 'Gauze' },
        { correct: true, text: 'Gloves' },
        { correct: false, text: 'Sugar' },
      ],
    }),
    of('H5P.SingleChoiceSet 1.11', {
      choices: [
        { question: '<p>One?</p>', answers: ['<p>Yes</p>', '<p>No</p>'] },
        { question: '<p>Two?</p>', answers: ['<p>Yes</p>', '<p>No</p>'] },
      ],
    }),
    of('H5P.QuestionSet 1.20', {
      questions: [
        of('H5P.TrueFalse 1.8', {
          question: '<p>Water boils at 100 °C.</p>',
          correct: 'true',
          l10n: { trueText: 'True', falseText: 'False' },
        }),
      ],
    }),
    of('H5P.DragText 1.10', {
      taskDescription: '<p>Put the words in their places</p>',
      textField: 'First *press:Hard*, then rinse with *water*.',
      distractors: '*powder*',
    }),
    of('H5P.Blanks 1.14', {
      text: '<p>Fill the gaps</p>',
      questions: ['<p>Press for *ten/10* minutes with a *cloth*.</p>'],
    }),
    of(
      'H5P.Accordion 1.0',
      {
        panels: [
          { title: 'A scrape', content: of('H5P.AdvancedText 1.1', { text: '<p>Rinse it.</p>' }) },
          { title: 'A deep cut', content: of('H5P.AdvancedText 1.1', { text: '<p>Press.</p>' }) },
        ],
      },
      'Kinds of cuts',
    ),
    of('H5P.Essay 1.5', { taskDescription: '<p>Tell us about it.</p>', keywords: [{ keyword: 'help' }] }),
    of('H5P.Image 1.1', { file: { path: 'images/hand.png', mime: 'image/png' }, alt: 'A hand' }),
    of('H5P.Video 1.6', {
      sources: [{ path: 'videos/wrap.mp4', mime: 'video/mp4' }],
      textTracks: {
        videoTrack: [
          {
            label: 'Subtitles',
            kind: 'subtitles',
            srcLang: 'en',
            track: { path: 'tracks/wrap.vtt', mime: 'text/vtt' },
          },
        ],
      },
    }),
    of('H5P.Video 1.6', { sources: [{ path: 'https://example.org/watch', mime: 'video/YouTube' }] }),
    of('H5P.Timeline 1.1', { timeline: {} }, 'When it happened'),
  ]
  return zipped({
    'h5p.json': JSON.stringify({
      title: 'First aid',
      language: 'und',
      mainLibrary: 'H5P.Column',
      embedTypes: ['iframe'],
      license: 'U',
    }),
    'content/content.json': JSON.stringify({ content: content.map(one => ({ content: one, useSeparator: 'auto' })) }),
    'content/images/wound.png': PNG,
    'content/images/hand.png': Buffer.concat([PNG, Buffer.from([0])]),
    'content/videos/wrap.mp4': MP4,
    'content/tracks/wrap.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nPress.\n',
    'H5P.MultiChoice-1.16/js/multichoice.js': 'alert(1)',
  })
}

/** What a browser gives when a text of Word is pasted. */
export const pasted = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><style>p.MsoNormal { margin: 0 }</style></head>
<body lang=EN-GB><!--StartFragment--><h1>Tea<o:p></o:p></h1><h2>Water</h2>
<p class=MsoNormal>It is <b style='mso-bidi-font-weight:normal'>fresh</b>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span></span><![endif]>One</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Two</p>
<script>alert(1)</script>
<p class=MsoNormal>How hot?</p>
<ul><li>Warm</li><li><strong>Boiling</strong></li></ul><!--EndFragment--></body></html>`
