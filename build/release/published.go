package release

// Published says that a release can be downloaded. The first one turns it; tests/deps then
// names each passage between <!-- unpublished --> and <!-- /unpublished --> that has to go.
const Published = false
