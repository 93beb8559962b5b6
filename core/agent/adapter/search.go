package adapter

const search = `Google Search
google.com/search google.de/search google.co.uk/search google.fr/search google.es/search google.it/search google.ca/search google.co.jp/search google.co.in/search google.com.br/search
The query is in the address: /search?q= and words joined by +; going there is quicker than typing.
Sponsored results stand first and are marked.
site:, "exact words", filetype: and -word narrow it.
Summaries at the top may be wrong: open a source before relying on it.
A page about unusual traffic is for the person: call help.

Bing
bing.com
The query is in the address: /search?q=.
Results may lead through bing.com/ck addresses: the visible one is where they go.
Advertisements are marked and stand first and last.
site: and quotes narrow it.

DuckDuckGo
duckduckgo.com
The query is in the address: /?q=.
html.duckduckgo.com/html/?q= has plain pages.
More results load with a button at the end.
A ! before a word sends the search to another site.

Wikipedia
*.wikipedia.org
The language is the first part of the host; articles in other languages may say more.
The box at the right has the figures; references are at the end.
History shows the last change; a banner at the top warns of doubtful articles.
The address /wiki/Special:Search?search= searches.

Wikimedia Commons
commons.wikimedia.org
The licence and the author stand below the picture: name them when it is used.
"Original file" is the largest.
Categories lead further than the search.
File pages have addresses with File:.

arXiv
arxiv.org
/abs/ is the abstract, /pdf/ the paper, /html/ a readable form of newer ones.
Versions end with v1, v2; the address without it is the latest.
The listing of a field is at /list/.
Search fields for author and title are in the advanced search.

PubMed
pubmed.ncbi.nlm.nih.gov
The search takes [Author], [Title], and AND, OR, NOT.
Full texts are linked at the right; free ones are marked.
The number of an article is the last part of its address.
Filters for the kind of study stand at the left.

Google Scholar
scholar.google.com
"Cited by" and "All versions" stand below each result; versions often have a free file.
author:, "exact words" and years narrow it.
A captcha comes soon: do not load many pages.
The quotation mark gives the citation.

IMDb
imdb.com
A title's number begins with tt, a person's with nm.
Cast lists are cut: "All cast & crew" has them whole.
Ratings count users' votes; the critics' are separate.
Dates differ by country.

Internet Archive
archive.org web.archive.org
/web/*/address lists the stored days of a page; /web/ with a date goes to the nearest.
Stored pages keep their old links and may be incomplete.
Loans of books are for a time and need a login.
Downloads of an item stand at the right.`
