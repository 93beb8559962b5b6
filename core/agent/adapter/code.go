package adapter

const code = `GitHub
github.com
Addresses say where things are: /owner/repo/issues, /pulls, /actions, /releases, /blob/branch/path.
The issue search takes is:open, label:, author:, in:title; the code search needs a login.
Files read best at raw.githubusercontent.com or with the Raw button; long ones are drawn in parts.
Comments, reviews and merges are public at once and send mail.
Long discussions hide their middle behind "Load more".
Deleting, transferring and changing visibility are in Settings under Danger Zone: never without being told to.

GitHub Gist
gist.github.com
Secret gists are not private: whoever has the address can read them.
Raw gives the plain text of a file.
A gist may have several files, one below the other.
Forks and comments are public.

GitLab
gitlab.com
Projects keep things under /-/: /-/issues, /-/merge_requests, /-/pipelines.
The search above lists takes tokens, chosen from a menu that opens while typing.
Merge may be set to happen when the pipeline succeeds: read the button.
Comments and assignments send mail.

Bitbucket
bitbucket.org
Workspaces hold projects, and those hold repositories.
Pull requests show large differences in parts.
Approve and Merge act at once; others are told.
Pipelines are under /pipelines.

Stack Overflow
stackoverflow.com
The accepted answer has a green mark and is not always the best: look at votes and dates.
The search takes [tag], is:answer, score:3, user:.
Old answers may be about old versions; comments say so.
Answers and comments are public and under the person's name.

npm
npmjs.com
A package's page has tabs for the readme, dependencies and versions; the newest version is at the right.
Names that are close to a well-known one may be traps: compare publisher and downloads.
"Deprecated" stands at the top in a banner.
The weekly downloads and the last publish date say whether it is alive.

Read the Docs
*.readthedocs.io
The version is part of the address: /en/latest/ and /en/stable/ may say different things.
The search is the project's own; quotes narrow it.
Older versions have a banner at the top.
The menu of versions stands at the bottom of the side bar.

Hugging Face
huggingface.co
Models, datasets and spaces are three kinds; the address says which.
Files and versions has the sizes; the model card has the licence.
Gated models need an agreement with the person's name: ask before agreeing.
Spaces run in a frame and may take a minute to wake.

Sentry
*.sentry.io sentry.io
Issues group events; the latest event is shown first.
The search takes is:unresolved, level:error, release:.
Resolve and Ignore act on all events of an issue and may tell the team.
Environments and dates filter what is shown: look at them first.

MDN Web Docs
developer.mozilla.org
Compatibility tables stand at the end of a page and load late.
The language is part of the address; en-US is the most complete.
Deprecated and experimental features are marked at the top.
Examples run in frames.`
